import { jobs } from '#app/content/jobs.ts';
import { Link } from '#app/ui/link.tsx';

type ContactCardProps = {
  job: { contact_name: string; contact_email: string; contact_phone: string | null };
};

export function ContactCard({ job }: ContactCardProps) {
  const { contact_name, contact_email, contact_phone } = job;
  const number = dialled(contact_phone ?? '');
  return (
    <section className="card job-contact" aria-labelledby="contact-title">
      <h2 id="contact-title">{jobs.page.contact}</h2>
      <p dir="auto">{contact_name}</p>
      <p>
        <Link href={`mailto:${encodeURIComponent(contact_email).replace('%40', '@')}`}>
          {contact_email}
        </Link>
      </p>
      {contact_phone && (
        <p>
          {number ? (
            <Link href={`tel:${number}`}>{contact_phone}</Link>
          ) : (
            <bdi>{contact_phone}</bdi>
          )}
        </p>
      )}
      <p className="job-contact-advice">{jobs.page.contactText}</p>
    </section>
  );
}

/** The part of a phone number that can be dialled: digits up to the first word, leaving extensions to people. */
function dialled(phone: string): string | undefined {
  const number = (phone.match(/^[+\d\s()./-]+/)?.[0] ?? '').replace(/[^+\d]/g, '');
  return /^\+?\d{3,}$/.test(number) ? number : undefined;
}
