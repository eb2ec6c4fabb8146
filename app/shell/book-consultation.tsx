import { site } from '#domain/site/brand.ts';
import { ButtonLink } from '../ui/button.tsx';

export function BookConsultation({ className }: { className?: string }) {
  return (
    <ButtonLink className={className} href={site.schedulingUrl} opensNewTab>
      Book Consultation
    </ButtonLink>
  );
}
