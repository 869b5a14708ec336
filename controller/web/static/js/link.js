/**
 * The link to the table: a WebSocket that comes back by itself. A view that arrives is the whole truth; nothing
 * has to be caught up on.
 */

import { nameSeats } from "./names.js";

const FIRST_RETRY = 500;
const LAST_RETRY = 5000;

/**
 * An `EventTarget` with the events `hello`, `view`, `seat`, `referee`, `overlay`, `health` (detail: the message),
 * `lost`, `back`.
 */
export class Link extends EventTarget {
  #address;
  #socket = null;
  #retry = FIRST_RETRY;
  #silence = 9000;
  #watch = 0;
  #lost = false;
  #next = 1;
  #waiting = new Map();

  /** Beside the public views, follow those of `seat` (a number; true: one's own), of the `referee`, the `overlay`. */
  constructor({ seat = false, referee = false, overlay = false } = {}) {
    super();
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const asked = new URLSearchParams();
    if (seat !== false) asked.set("seat", seat === true ? "" : String(seat));
    if (referee) asked.set("referee", "");
    if (overlay) asked.set("overlay", "");
    this.#address = `${scheme}://${location.host}/ws?${asked}`;
    addEventListener("online", () => this.#reconnectNow());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.#reconnectNow();
    });
  }

  /** Open the link. */
  open() {
    const socket = new WebSocket(this.#address);
    this.#socket = socket;
    this.#expectMessage();
    socket.addEventListener("message", (event) => this.#receive(JSON.parse(event.data)));
    socket.addEventListener("close", () => {
      if (socket === this.#socket) this.#drop();
    });
  }

  /** Ask anew, as somebody who has just signed in. */
  reopen() {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    clearTimeout(this.#watch);
    this.open();
  }

  /** Send a command; resolves to "" when done, to the reason when refused. */
  command(command) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return Promise.resolve("offline");
    const id = this.#next++;
    this.#socket.send(JSON.stringify({ id, command }));
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }

  #receive(message) {
    this.#expectMessage();
    if (this.#lost) {
      this.#lost = false;
      this.dispatchEvent(new CustomEvent("back"));
    }
    this.#retry = FIRST_RETRY;
    if (message.type === "hello") this.#silence = message.beat_seconds * 3000;
    if (message.type === "done" || message.type === "refused") {
      this.#waiting.get(message.id)?.(message.message ?? "");
      this.#waiting.delete(message.id);
      return;
    }
    const views = [message.view, message.view?.public];
    for (const view of views) if (view?.seats) nameSeats(view);
    this.dispatchEvent(new CustomEvent(message.type, { detail: message }));
  }

  /** Give the link up if nothing is heard for too long: a pulled cable closes no socket. */
  #expectMessage() {
    clearTimeout(this.#watch);
    this.#watch = setTimeout(() => this.#drop(), this.#silence);
  }

  #drop() {
    clearTimeout(this.#watch);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    for (const resolve of this.#waiting.values()) resolve("offline");
    this.#waiting.clear();
    if (!this.#lost) {
      this.#lost = true;
      this.dispatchEvent(new CustomEvent("lost"));
    }
    this.#watch = setTimeout(() => this.open(), this.#retry);
    this.#retry = Math.min(this.#retry * 1.7, LAST_RETRY);
  }

  #reconnectNow() {
    if (!this.#lost || this.#socket) return;
    clearTimeout(this.#watch);
    this.open();
  }
}
