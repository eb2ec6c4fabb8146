import { data } from 'react-router';

/** Any address that nothing else answers. The root's error page shows what is missing. */
export function loader() {
  throw data(null, { status: 404 });
}

export default function NotFoundRoute() {
  return null;
}
