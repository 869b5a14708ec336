/**
 * A vector picture as one of pixels, which every messenger takes.
 */

import { t } from "./text.js";

/** The picture at an address of this table, as a PNG. */
export async function svgAsPng(address) {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth;
  canvas.height = image.naturalHeight;
  canvas.getContext("2d").drawImage(image, 0, 0);
  const made = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  if (!made) throw new Error(t("matches.no_picture"));
  return made;
}
