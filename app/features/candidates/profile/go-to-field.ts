import type { ProfileField } from './profile-values.ts';

/** Focuses a field of the form; for the picture, whatever part of it has loaded. */
export function goToField(field: ProfileField) {
  const target =
    field === 'profile_picture_url'
      ? (document.getElementById('choose-picture') ?? document.getElementById('picture-place'))
      : document.querySelector<HTMLElement>(`[name="${field}"]`);
  target?.focus();
}
