/** Tells the server of a view that it cannot see for itself. It counts the page and nothing else. */
export function reportView(pathname: string) {
  navigator.sendBeacon('/views', pathname);
}
