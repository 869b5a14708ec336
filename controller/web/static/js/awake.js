/**
 * Keeps the screen on while the page is looked at: nobody unlocks a phone to press a button in time.
 */

/** Ask the device for it, also whenever the page comes to the front again. Browsers grant it to https and localhost. */
export function keepAwake() {
  if (!navigator.wakeLock) return;
  const ask = () => {
    if (document.visibilityState !== "visible") return;
    // A device that says no (its battery is low) dims its screen as it is set to.
    navigator.wakeLock.request("screen").catch((reason) => console.info(`the screen may go dark: ${reason.message}`));
  };
  document.addEventListener("visibilitychange", ask);
  ask();
}
