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

// In one go. As a transition React would stop every 5 ms, of which a slow phone has sixty while nobody can press
// anything yet but what works without it.
hydrateRoot(
  document,
  <StrictMode>
    <HydratedRouter />
  </StrictMode>,
);

// What no screen heard of: whoever pressed a button shall at least read why nothing happens.
addEventListener('unhandledrejection', ({ reason }) => {
  const { code, message: description } = failureOf(reason);
  if (code === 'unreachable') toastError(description);
});
