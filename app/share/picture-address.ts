/** The address of the picture of a page: `/share/resources-igm-framework-guide.png`. */
export function pictureAddress(path: string): string {
  return `/share/${path === '/' ? 'home' : path.slice(1).replaceAll('/', '-')}.png`;
}

export const pictureSize = { width: 1200, height: 630 } as const;
