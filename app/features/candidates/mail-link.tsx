import { site } from '#domain/site/brand.ts';

export function MailLink() {
  return (
    <a className="link" href={`mailto:${site.email}`}>
      {site.email}
    </a>
  );
}
