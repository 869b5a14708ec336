/**
 * The admin's panel: PINs of the roles, and tokens for overlays and programs.
 */

import { get, post } from "./ask.js";
import { h } from "./dom.js";
import { roleName } from "./signin.js";
import { t } from "./text.js";

/** Fill `place`; `attempt(act)` runs something and says why it was refused. */
export async function showKeys(place, attempt) {
  const tokens = await get("/api/access/tokens");
  const again = () => showKeys(place, attempt);
  place.replaceChildren(
    h("h3", { text: t("access.pins") }),
    ...["referee", "admin"].map((role) => pinForm(role, attempt)),
    h("h3", { text: t("access.tokens") }),
    h("ul", { class: "tokens" }, tokens.map((token) =>
      h("li", {},
        h("strong", { text: token.name }),
        h("span", { class: "small", text: `${roleName(token.role)}, ${token.created.slice(0, 10)}` }),
        h("button", {
          type: "button",
          class: "slim",
          text: t("access.revoke"),
          on: { click: () => attempt(async () => (await post("/api/access/tokens/revoke", { id: token.id }), again())) },
        })))),
    tokenForm(attempt, again),
  );
}

function pinForm(role, attempt) {
  const pin = h("input", { type: "password", minlength: 6, maxlength: 64, required: true, autocomplete: "new-password" });
  return h(
    "form",
    { class: "inline", on: { submit: (event) => {
      event.preventDefault();
      attempt(async () => {
        await post("/api/access/pins", { role, pin: pin.value });
        pin.value = "";
        return t("access.pin_set");
      });
    } } },
    h("label", { class: "field" }, h("span", { text: roleName(role) }), pin),
    h("button", { type: "submit", text: t("access.set_pin") }),
  );
}

function tokenForm(attempt, again) {
  const name = h("input", { type: "text", maxlength: 64, required: true });
  const role = h("select", {}, ["overlay", "referee", "admin"].map((value) => h("option", { value, text: roleName(value) })));
  const made = h("output", { class: "token-made" });
  return h(
    "form",
    { class: "inline", on: { submit: (event) => {
      event.preventDefault();
      attempt(async () => {
        const answer = await post("/api/access/tokens", { role: role.value, name: name.value });
        await again();
        document.querySelector(".token-made").textContent = `${t("access.token_once")} ${answer.token}`;
      });
    } } },
    h("label", { class: "field" }, h("span", { text: t("access.token_for") }), name),
    h("label", { class: "field" }, h("span", { text: t("access.role") }), role),
    h("button", { type: "submit", text: t("access.make_token") }),
    made,
  );
}
