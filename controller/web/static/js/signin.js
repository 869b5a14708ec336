/**
 * The entrance of a page that needs a role: signing in by PIN or token, and the first set-up of a new table.
 */

import { Refused, get, post } from "./ask.js";
import { h } from "./dom.js";
import { has, said, t } from "./text.js";

/** Who this browser is here: `{roles, seat, name, setup}`. */
export function whoAmI() {
  return get("/api/access");
}

/** Fill `place` with the form that is needed; `entered` is called when somebody has signed in. */
export function showEntrance(place, me, entered) {
  place.hidden = false;
  place.replaceChildren(me.setup ? setUpForm(me, entered) : signInForm(entered));
  place.querySelector("input")?.focus();
}

function signInForm(entered) {
  const name = input("text", { maxlength: 32, autocomplete: "name", value: localStorage.getItem("referee") ?? "" });
  const pin = input("password", { maxlength: 64, autocomplete: "current-password" });
  return form(t("access.sign_in"), [[t("access.name"), name], [t("access.pin"), pin]], t("access.enter"), async () => {
    localStorage.setItem("referee", name.value.trim());
    await post("/api/access/pin", { name: name.value.trim(), pin: pin.value });
    await entered();
  });
}

function setUpForm(me, entered) {
  const code = input("text", { maxlength: 16, autocomplete: "off", inputmode: "numeric" });
  const admin = input("password", { maxlength: 64, autocomplete: "new-password" });
  const referee = input("password", { maxlength: 64, autocomplete: "new-password", required: false });
  const show = h("button", { type: "button", text: t("access.show_code") });
  const made = form(
    t("access.set_up"),
    [[t("access.code"), code], [t("access.admin_pin"), admin], [t("access.referee_pin"), referee]],
    t("access.set_pins"),
    async () => {
      await post("/api/access/setup", {
        code: code.value,
        admin_pin: admin.value,
        referee_pin: referee.value || null,
      });
      await entered();
    },
  );
  show.addEventListener("click", () => made.attempt(async () => {
    await post("/api/access/codes", { seat: null });
    if (me.roles.includes("local")) code.value = (await get("/api/access/setup-code")).code ?? "";
    code.focus();
  }));
  made.querySelector(".entrance-help").replaceChildren(h("p", { text: t("access.set_up_help") }), show);
  return made;
}

function input(type, attributes) {
  return h("input", { type, required: true, ...attributes });
}

/** A form that says below its fields why it was refused. `made.attempt(act)` runs anything else in the same way. */
function form(title, fields, go, act) {
  const fault = h("p", { class: "fault", role: "alert" });
  const button = h("button", { type: "submit", class: "primary", text: go });
  const made = h(
    "form",
    { class: "entrance-form" },
    h("h2", { text: title }),
    h("div", { class: "entrance-help" }),
    fields.map(([label, field]) => h("label", { class: "field" }, h("span", { text: label }), field)),
    fault,
    button,
  );
  made.attempt = async (doing) => {
    fault.textContent = "";
    button.disabled = true;
    try {
      await doing();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      fault.textContent = said(error.message) || t("link.lost");
    } finally {
      button.disabled = false;
    }
  };
  made.addEventListener("submit", (event) => {
    event.preventDefault();
    made.attempt(act);
  });
  return made;
}

/** The name of a role for people. */
export function roleName(role) {
  return has(`role.${role}`) ? t(`role.${role}`) : role;
}
