/** A channel between the tabs of this browser; undefined if the browser has none: then each tab asks for itself. */
export function openChannel(name: string): BroadcastChannel | undefined {
  return globalThis.BroadcastChannel && new BroadcastChannel(name);
}

export function tellOtherTabs(name: string, message: object) {
  const channel = openChannel(name);
  channel?.postMessage(message);
  channel?.close();
}
