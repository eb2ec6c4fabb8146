import { createClient } from '@supabase/supabase-js';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { AuthProvider } from './auth-provider.tsx';
import { useAuth } from './use-auth.ts';

function Status() {
  return <p>{useAuth().status}</p>;
}

test('outside its provider, reading the session throws the specified error', () => {
  expect(() => renderToString(<Status />)).toThrow('useAuth must be used within an AuthProvider');
});

test('on the server, and before the browser has looked, it is unknown who is signed in', () => {
  expect(
    renderToString(
      <AuthProvider>
        <Status />
      </AuthProvider>,
    ),
  ).toBe('<p>loading</p>');
});

test('without its key the official client reports that itself', () => {
  expect(() => createClient('http://site.test', '')).toThrow('supabaseKey is required.');
});
