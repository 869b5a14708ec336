/**
 * The menus of a page: one is open at a time, and Escape closes it.
 */

/** Let the page's menus behave so. */
export function connectMenus() {
  const menus = [...document.querySelectorAll("details.menu")];
  for (const menu of menus) {
    menu.addEventListener("toggle", () => {
      if (menu.open) for (const other of menus) if (other !== menu) other.open = false;
    });
  }
  addEventListener("keydown", (event) => {
    const open = event.key === "Escape" && menus.find((menu) => menu.open);
    if (!open) return;
    open.open = false;
    open.querySelector("summary").focus();
  });
}
