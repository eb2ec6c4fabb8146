import { act } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { mountHook } from '#test/support/mount-hook.tsx';
import { Checkbox } from './choice.tsx';
import { Form, Sending } from './form.tsx';
import { LineInput } from './line-input.tsx';
import { LongText } from './long-text.tsx';
import { PasswordInput } from './password-input.tsx';
import { Select } from './select.tsx';
import { Textarea, TextInput } from './text-input.tsx';
import { useForm } from './use-form.ts';

const fields = (
  <>
    <TextInput name="name" />
    <PasswordInput name="password" />
    <LineInput name="link" type="url" value="" onValue={() => {}} complete={String} />
    <Textarea name="words" />
    <LongText label="More" name="more" max={100} tooLong="Too long" />
  </>
);
const readOnlyIn = (html: string) => html.match(/readonly/gi)?.length ?? 0;

test('every field that is typed into is read-only while its form is being sent, and only then', () => {
  expect(readOnlyIn(renderToStaticMarkup(<Form isSending>{fields}</Form>))).toBe(5);
  expect(readOnlyIn(renderToStaticMarkup(<Form isSending={false}>{fields}</Form>))).toBe(0);
  expect(readOnlyIn(renderToStaticMarkup(<Sending value>{fields}</Sending>))).toBe(5);
});

test('choices are held while their form is being sent, and only then', () => {
  const choices = [<Select key="select" options={['One']} />, <Checkbox key="box" label="Two" />];
  const heldIn = (html: string) => html.match(/aria-disabled/g)?.length ?? 0;
  expect(heldIn(renderToStaticMarkup(<Form isSending>{choices}</Form>))).toBe(2);
  expect(heldIn(renderToStaticMarkup(<Form isSending={false}>{choices}</Form>))).toBe(0);
});

test('a form is being sent once its values have passed the rules, until the answer is there', async () => {
  let name = '';
  const answer = Promise.withResolvers<undefined>();
  const hook = await mountHook(
    () =>
      useForm(z.object({ name: z.string().check(z.minLength(1)) }), () => answer.promise, {
        read: () => ({ name }),
      }),
    undefined,
  );
  const send = () => {
    const { onSubmit } = hook.now().props;
    const event = { preventDefault() {}, currentTarget: { elements: [] } };
    return onSubmit(event as unknown as Parameters<typeof onSubmit>[0]);
  };
  const wasSending = () => hook.shown.some(({ props }) => props.isSending);

  await act(send);
  expect(hook.now()).toMatchObject({ isBusy: false, errors: { name: expect.any(String) } });
  expect(wasSending()).toBe(false);

  name = 'Ada';
  let sent = Promise.resolve();
  await act(async () => {
    sent = send();
  });
  expect(hook.now()).toMatchObject({ isBusy: true, props: { isSending: true } });
  await act(async () => {
    answer.resolve(undefined);
    await sent;
  });
  expect(hook.now()).toMatchObject({ isBusy: false, props: { isSending: false } });
});
