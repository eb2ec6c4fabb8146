import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { readWordsFrom } from '#domain/site/words.ts';
import { prepareForReact } from './shell/before-react.ts';
import { failureOf } from './ui/failure.ts';
import { toastError } from './ui/toast.ts';

const published = JSON.parse(document.body.dataset.words ?? '{}');
readWordsFrom(() => published);
prepareForReact();

// Without a transition, in which React would yield every 5 ms, about sixty times on a slow phone, although only what
// works without React can be pressed meanwhile.
hydrateRoot(
  document,
  <StrictMode>
    <HydratedRouter />
  </StrictMode>,
);

// Failures that no screen handled: whoever pressed a button should at least read why nothing happened.
addEventListener('unhandledrejection', ({ reason }) => {
  const { code, message: description } = failureOf(reason);
  if (code === 'unreachable') toastError(description);
});
