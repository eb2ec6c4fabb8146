export function classNames(...names: unknown[]) {
  return names.filter((name) => name && typeof name === 'string').join(' ');
}
