import { site } from '#domain/site/brand.ts';
import { WrittenOnce } from '../site-parts/written-once.tsx';
import { ExternalLink } from '../ui/link.tsx';
import { Mark } from './brand.tsx';
import { footerNavigation } from './navigation.ts';
import { ThemeSwitch } from './theme-switch.tsx';

export function Footer() {
  return (
    <WrittenOnce name="footer" as="footer" className="site-footer">
      <div className="wrap site-footer-grid">
        <div className="footer-brand">
          <Mark className="footer-mark" />
          <p className="footer-name">{site.name}</p>
          <p className="footer-about">{site.description}</p>
          <p>
            <a className="link" href={`mailto:${site.email}`}>
              {site.email}
            </a>
          </p>
        </div>
        {footerNavigation.map((group) => (
          <nav key={group.label} aria-label={group.label}>
            <h2 className="footer-heading">{group.label}</h2>
            <ul>
              {group.links.map((link) => (
                <li key={link.href}>
                  <a className="footer-link" href={link.href}>
                    {link.label}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        ))}
        {site.social.length > 0 && (
          <nav aria-label="Social profiles">
            <h2 className="footer-heading">Follow</h2>
            <ul>
              {site.social.map(({ name, url }) => (
                <li key={name}>
                  <ExternalLink className="footer-link" href={url}>
                    {name}
                  </ExternalLink>
                </li>
              ))}
            </ul>
          </nav>
        )}
      </div>
      <div className="wrap site-footer-base">
        <p>
          © {site.name}
          {'\u00a0· '}
          {site.region}
        </p>
        <ThemeSwitch />
      </div>
    </WrittenOnce>
  );
}
