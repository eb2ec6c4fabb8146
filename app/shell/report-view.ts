/** Tells the server about a view that it cannot see itself. Only the page is counted. */
export function reportView(pathname: string) {
  navigator.sendBeacon('/views', pathname);
}
