import { Menu, X } from 'lucide-react';
import * as links from '#domain/site/links.ts';
import { AccountLinks } from './account-links.tsx';
import { BookConsultation } from './book-consultation.tsx';
import { currentMark } from './current-mark.ts';
import { isGroup, type NavLink, primaryNavigation } from './navigation.ts';

export function MobileMenuButton() {
  return (
    <button
      type="button"
      className="icon-button mobile-menu-button"
      popoverTarget="mobile-menu"
      aria-label="Menu"
      data-unread-name="Menu"
      suppressHydrationWarning
    >
      <Menu className="when-closed" aria-hidden="true" />
      <X className="when-open" aria-hidden="true" />
    </button>
  );
}

/** The header again, laid out for phones: the groups are open instead of dropping down. */
export function MobileMenu({ place }: { place: string }) {
  return (
    <div className="mobile-menu" id="mobile-menu" popover="auto">
      <nav aria-label="Main, mobile">
        <ul>
          {primaryNavigation.map((item) =>
            isGroup(item) ? (
              <li key={item.label} className="mobile-group">
                <p id={`mobile-${item.id}`}>{item.label}</p>
                <ul aria-labelledby={`mobile-${item.id}`}>
                  {item.links.map((link) => (
                    <li key={link.href}>
                      <MobileLink link={link} place={place} />
                    </li>
                  ))}
                </ul>
              </li>
            ) : (
              <li key={item.label}>
                <MobileLink link={item} place={place} />
              </li>
            ),
          )}
        </ul>
        <div className="mobile-account when-signed-in">
          <p>Account</p>
          <AccountLinks place={place} />
        </div>
        <div className="mobile-actions">
          <a className="button button-secondary when-signed-out" href={links.signIn}>
            Sign in
          </a>
          <BookConsultation />
        </div>
      </nav>
    </div>
  );
}

function MobileLink({ link, place }: { link: NavLink; place: string }) {
  return (
    <a className="mobile-link" href={link.href} aria-current={currentMark(link, place)}>
      {link.label}
    </a>
  );
}
