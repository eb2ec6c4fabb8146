import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { type Answer, callFunction } from '#app/data/call-function.ts';
import { Dialog } from '#app/ui/dialog.tsx';
import { type OwnPage, staffAcceptance, staffHome } from '#domain/staff/staff.ts';
import { AcceptScreen } from './accept-screen.tsx';
import { type StaffCall, StaffCallContext } from './calls.tsx';
import { followLinks, goTo, useAddress } from './router.ts';
import { Shell } from './shell.tsx';
import { Standing } from './standing.tsx';

type StaffAppProps = {
  own: OwnPage;
  /** Renders the form that asks for the second factor again; the account features have it. */
  renderFactor: (onDone: () => Promise<void>) => ReactNode;
};

/** Everything below /staff: what the role still waits for, or the screens. */
export function StaffApp({ own: first, renderFactor }: StaffAppProps) {
  const [own, setOwn] = useState(first);
  const [waiting, setWaiting] = useState<{ tell(isShown: boolean): void }>();
  const { pathname } = useAddress();

  // Synchronises with clicks anywhere on the page.
  useEffect(() => {
    document.addEventListener('click', followLinks);
    return () => document.removeEventListener('click', followLinks);
  }, []);

  const ask = useCallback(async () => {
    const answer = await callFunction<OwnPage>('own-pages', {
      path: staffHome,
      token: new URLSearchParams(location.search).get('token') ?? undefined,
    });
    if ('failure' in answer) return;
    // Somebody who was removed from the team sees what everybody sees.
    if (!answer.data.role) location.reload();
    else setOwn(answer.data);
    return answer.data.needs;
  }, []);

  const call: StaffCall = useCallback(
    async function again<Data>(name: string, body?: object): Promise<Answer<Data>> {
      const answer = await callFunction<Data>(`staff-${name}`, body);
      if (!('failure' in answer)) return answer;
      const { code } = answer.failure;
      // The role is gone, or waits for something: the account says which.
      if (code === 'not_found' && (await ask())) {
        return {
          failure: { code, message: 'Nothing was done: your role was paused. Do it again.' },
        };
      }
      if (code !== 'factor_needed_again') return answer;
      const isShown = await new Promise<boolean>((tell) => setWaiting({ tell }));
      return isShown ? again<Data>(name, body) : answer;
    },
    [ask],
  );

  function close(isShown: boolean) {
    waiting?.tell(isShown);
    setWaiting(undefined);
  }

  const goOn = async () => {
    await ask();
    if (pathname === staffAcceptance) goTo(staffHome, { isReplacing: true });
  };
  const hadPower = useRef(false);
  hadPower.current ||= !own.needs;
  const isAccepting = own.needs === 'acceptance' && pathname === staffAcceptance;

  return (
    <StaffCallContext value={call}>
      {own.needs && !isAccepting && (
        <Standing own={own} wasHere={hadPower.current} renderFactor={() => renderFactor(goOn)} />
      )}
      {isAccepting && <AcceptScreen role={own.role ?? 'viewer'} onAccepted={goOn} />}
      {/* Work in progress stays while the second factor is asked for again. */}
      {hadPower.current && (
        <div hidden={Boolean(own.needs)}>
          <Shell role={own.role ?? 'viewer'} />
        </div>
      )}
      <Dialog
        title="Confirm that it is you"
        description="This action asks for your second step, shown within the last five minutes."
        open={waiting !== undefined}
        onOpenChange={(isOpen) => !isOpen && close(false)}
      >
        {renderFactor(async () => close(true))}
      </Dialog>
    </StaffCallContext>
  );
}
