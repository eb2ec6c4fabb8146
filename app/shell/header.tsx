import { ChevronDown, CircleUserRound } from 'lucide-react';
import { useLocation } from 'react-router';
import * as links from '#domain/site/links.ts';
import { WrittenOnce } from '../site-parts/written-once.tsx';
import { classNames } from '../ui/class-names.ts';
import { AccountLinks } from './account-links.tsx';
import { BookConsultation } from './book-consultation.tsx';
import { Brand } from './brand.tsx';
import { currentMark, placeOf } from './current-mark.ts';
import { MobileMenu, MobileMenuButton } from './mobile-menu.tsx';
import { isGroup, type NavGroup, primaryNavigation } from './navigation.ts';

/** The enhance script sets aria-expanded on the menu buttons, before hydration. */
export function Header() {
  const place = placeOf(useLocation().pathname);
  return (
    <WrittenOnce name={`header at ${place}`} as="header" className="site-header">
      <div className="site-header-row">
        <Brand />
        <nav className="primary-nav" aria-label="Main">
          <ul>
            {primaryNavigation.map((item) => (
              <li key={item.label}>
                {isGroup(item) ? (
                  <Dropdown group={item} place={place} />
                ) : (
                  <a className="nav-link" href={item.href} aria-current={currentMark(item, place)}>
                    {item.label}
                  </a>
                )}
              </li>
            ))}
          </ul>
        </nav>
        <div className="header-actions">
          <a
            className="nav-link when-signed-out"
            href={links.signIn}
            aria-current={place === links.signIn ? 'page' : undefined}
          >
            Sign in
          </a>
          <a className="button button-secondary button-small when-signed-in" href={links.postJob}>
            Post a Job
          </a>
          <button
            type="button"
            className="icon-button when-signed-in"
            popoverTarget="account-menu"
            aria-label="Account"
            data-unread-name="Account"
            suppressHydrationWarning
          >
            <CircleUserRound aria-hidden="true" />
          </button>
          <div className="menu menu-end" id="account-menu" popover="auto">
            <AccountLinks place={place} without={links.postJob} />
          </div>
          <BookConsultation className="button-small" />
          <MobileMenuButton />
        </div>
      </div>
      <MobileMenu place={place} />
    </WrittenOnce>
  );
}

function Dropdown({ group, place }: { group: NavGroup; place: string }) {
  const id = `menu-${group.id}`;
  const isHere = group.links.some((link) => currentMark(link, place));
  return (
    <>
      <button
        type="button"
        className={classNames('nav-link', isHere && 'is-here')}
        popoverTarget={id}
        suppressHydrationWarning
      >
        {group.label}
        <ChevronDown aria-hidden="true" />
      </button>
      <div className="menu" id={id} popover="auto">
        <ul>
          {group.links.map((link) => (
            <li key={link.href}>
              <a className="menu-item" href={link.href} aria-current={currentMark(link, place)}>
                <span>{link.label}</span>
                <small>{link.note}</small>
              </a>
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}
