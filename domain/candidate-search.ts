/** The place in a list after which `search_candidates` goes on: the last profile seen. */
export function cursorAfter(profile: {
  completeness: number;
  created_at: string;
  id: string;
}): string {
  return `${profile.completeness}~${profile.created_at}~${profile.id}`;
}

export const candidatesPerPage = 20;

/** Counting stops here: one more than this is said as "200+". */
export const mostCounted = 200;

export function describeCount(count: number): string {
  return count > mostCounted ? `${mostCounted}+` : String(count);
}
