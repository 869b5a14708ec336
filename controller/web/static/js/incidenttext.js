/**
 * What is wrong and what to do, in the page's language.
 */

import { currentLanguage, has, said, t } from "./text.js";

/**
 * `{what, remedy}` of an incident. The referee's own sentences are the most exact, but they speak English; in other
 * languages the reason is put after what is wrong.
 */
export function incidentWords(incident, names) {
  if (currentLanguage() === "en" || !has(`incident.${incident.id}.what`)) {
    return { what: incident.sentence, remedy: incident.remedy };
  }
  const seats = incident.seats.map((seat) => names[seat] ?? "").join(t("list.separator"));
  const why = incident.why ? t("incident.why", { why: said(incident.why).replace(/。$/, "") }) : "";
  return { what: t(`incident.${incident.id}.what`, { seats }) + why, remedy: t(`incident.${incident.id}.remedy`, { seats }) };
}
