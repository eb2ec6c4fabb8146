/** What a visitor of one address finds there. */
export type Visit = {
  status: number;
  type: string;
  /** Every id that a link may target. */
  ids: readonly string[];
  links: readonly string[];
};

export type CrawlReport = {
  pages: string[];
  files: string[];
  links: number;
  anchors: number;
  broken: string[];
};

/** Follows every link within the site, starting from Home, and records those that lead nowhere. */
export async function crawl(
  origin: string,
  visit: (address: string) => Promise<Visit>,
  { skip = () => false }: { skip?: (address: string) => boolean } = {},
): Promise<CrawlReport> {
  const visits = new Map<string, Visit>();
  const followed: { from: string; address: string; anchor: string }[] = [];
  const queue = ['/'];
  for (let address = queue.shift(); address !== undefined; address = queue.shift()) {
    if (visits.has(address) || skip(address)) continue;
    const seen = await visit(address);
    visits.set(address, seen);
    for (const link of seen.links) {
      const url = new URL(link, origin + address);
      if (url.origin !== origin) continue;
      const target = url.pathname + url.search;
      followed.push({
        from: address,
        address: target,
        anchor: decodeURIComponent(url.hash.slice(1)),
      });
      queue.push(target);
    }
  }

  const broken = followed.flatMap(({ from, address, anchor }) => {
    const found = visits.get(address);
    if (!found) return [];
    if (found.status !== 200) return [`${from} → ${address} (${found.status})`];
    return anchor && !found.ids.includes(anchor) ? [`${from} → ${address}#${anchor}`] : [];
  });
  const isPage = ([, { type }]: [string, Visit]) => type.startsWith('text/html');
  const all = [...visits];
  return {
    pages: all.filter(isPage).map(([address]) => address),
    files: all.filter((each) => !isPage(each)).map(([address]) => address),
    links: followed.length,
    anchors: followed.filter(({ anchor }) => anchor).length,
    broken: [...new Set(broken)],
  };
}
