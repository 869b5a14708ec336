/**
 * Requests to the table. Whatever changes something says by a header that a page of this table asks for it.
 */

/** What went wrong, in the table's own words. */
export class Refused extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/** Get JSON from the table. Throws `Refused`. */
export function get(path) {
  return request(path, {});
}

/** Send JSON to the table; resolves to its answer (null: it has none). Throws `Refused`. */
export function post(path, body = {}) {
  return request(path, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Jantaku": "1" },
    body: JSON.stringify(body),
  });
}

async function request(path, options) {
  let answer;
  try {
    answer = await fetch(path, { credentials: "same-origin", ...options });
  } catch {
    throw new Refused(0, "");
  }
  if (answer.status === 204) return null;
  const body = await answer.json().catch(() => null);
  if (!answer.ok) throw new Refused(answer.status, body?.detail ?? "");
  return body;
}
