import { Spinner } from '#app/ui/spinner.tsx';
import './membership.css';

export function MembershipSpinner() {
  return (
    <div className="wrap membership-spinner">
      <Spinner label="Checking your membership…" />
    </div>
  );
}
