/**
 * The few things every module needs from the document: making elements, and replacing only what has changed.
 */

/**
 * Make an element. `props`: `class`, `text`, `on` (listeners), `style` (custom properties), `data`; anything else
 * is an attribute (true: present; false, null, undefined: absent).
 */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  setProps(element, props);
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Make an SVG element. */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

function setProps(element, props) {
  for (const [name, value] of Object.entries(props)) {
    if (value === false || value === null || value === undefined) continue;
    if (name === "class") element.className = value;
    else if (name === "text") element.textContent = value;
    else if (name === "on") for (const [type, listener] of Object.entries(value)) element.addEventListener(type, listener);
    else if (name === "style") for (const [key, entry] of Object.entries(value)) element.style.setProperty(key, entry);
    else if (name === "data") Object.assign(element.dataset, value);
    else element.setAttribute(name, value === true ? "" : value);
  }
}

const shown = new WeakMap();

/**
 * Fill `container` with `make(value)` (an element or several), but only if `value` differs from what it shows:
 * focus, selection and running animations survive updates that do not concern them. Returns whether it changed.
 */
export function show(container, value, make) {
  const key = JSON.stringify(value);
  if (shown.get(container) === key) return false;
  shown.set(container, key);
  const content = make(value);
  container.replaceChildren(...(Array.isArray(content) ? content.flat() : [content]).filter(Boolean));
  return true;
}

/** Forget what containers under `root` show, so that the next `show` draws anew (another language, other tiles). */
export function redrawAll(root = document) {
  for (const element of root.querySelectorAll("*")) shown.delete(element);
}
