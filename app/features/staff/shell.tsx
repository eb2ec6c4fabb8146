import { useEffect, useRef } from 'react';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { useCaughtFocus } from '#app/ui/use-caught-focus.ts';
import { roleWords, type StaffRole, staffHome, staffRoles } from '#domain/staff/staff.ts';
import { useAddress } from './router.ts';
import { screens } from './screens.ts';

/** Navigation next to the screen, or above it on a narrow one. */
export function Shell({ role }: { role: StaffRole }) {
  const { pathname } = useAddress();
  const rank = staffRoles.indexOf(role);
  const open = screens.filter(({ minimum }) => rank <= staffRoles.indexOf(minimum));
  const current =
    open.find(({ path }) => path === pathname) ??
    open.find(({ path }) => path !== staffHome && pathname.startsWith(`${path}/`)) ??
    (pathname === staffHome ? open[0] : undefined);
  const name = current?.name ?? 'Staff';

  // Synchronises the document's title, which the server rendered for everybody else.
  useEffect(() => {
    document.title = `${name} · Staff`;
  }, [name]);

  const screen = useRef<HTMLDivElement>(null);
  useCaughtFocus(screen);
  const seen = useRef(pathname);

  // Synchronises focus with the address: the link that was pressed may be gone.
  useEffect(() => {
    if (seen.current !== pathname) screen.current?.focus({ preventScroll: true });
    seen.current = pathname;
  }, [pathname]);

  return (
    <div className="staff wrap">
      <nav className="staff-nav" aria-label="Staff">
        <p>{roleWords[role]}</p>
        <ul>
          {open.map(({ path, name }) => (
            <li key={path}>
              <a href={path} aria-current={path === current?.path ? 'page' : undefined}>
                {name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="staff-screen" ref={screen} tabIndex={-1}>
        {current ? (
          <current.Screen key={current.path} role={role} paths={open.map(({ path }) => path)} />
        ) : (
          <>
            <h1>Nothing here for you</h1>
            <EmptyState title="Your role has no screen at this address" />
          </>
        )}
      </div>
    </div>
  );
}
