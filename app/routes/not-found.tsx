import { data } from 'react-router';

/** Any address that nothing else answers. The root's error page shows what is missing. */
export function loader() {
  throw data(null, { status: 404 });
}

/** A form that is sent there hears the same. */
export const action = loader;

export default function NotFoundRoute() {
  return null;
}
