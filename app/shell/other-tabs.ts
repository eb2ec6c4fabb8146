/** What the tabs of this browser tell each other; none where it lets them hear nothing: then each asks for itself. */
export function openChannel(name: string): BroadcastChannel | undefined {
  return globalThis.BroadcastChannel && new BroadcastChannel(name);
}

export function tellOtherTabs(name: string, message: object) {
  const channel = openChannel(name);
  channel?.postMessage(message);
  channel?.close();
}
