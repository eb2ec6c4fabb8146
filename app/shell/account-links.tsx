import * as links from '#domain/site/links.ts';
import { currentMark } from './current-mark.ts';
import { accountLinks } from './navigation.ts';

type AccountLinksProps = {
  place: string;
  /** The header has a button for it already. */
  without?: string;
};

export function AccountLinks({ place, without }: AccountLinksProps) {
  const shown = accountLinks.filter(({ href }) => href !== without);
  return (
    <ul>
      {shown.map((link) => (
        <li
          key={link.href}
          className={link.isForMembers ? 'for-members' : link.isFirst ? 'menu-divided' : undefined}
        >
          <a className="menu-item" href={link.href} aria-current={currentMark(link, place)}>
            {link.label}
            {link.href === links.messages && <span className="menu-count" data-unread-words />}
          </a>
        </li>
      ))}
      <li className="menu-divided">
        <button type="button" className="menu-item" data-sign-out>
          Sign out
        </button>
      </li>
    </ul>
  );
}
