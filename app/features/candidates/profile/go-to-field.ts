import type { ProfileField } from './profile-values.ts';

/** Into a field of the form: of the picture, into what there is of it by now. */
export function goToField(field: ProfileField) {
  const target =
    field === 'profile_picture_url'
      ? (document.getElementById('choose-picture') ?? document.getElementById('picture-place'))
      : document.querySelector<HTMLElement>(`[name="${field}"]`);
  target?.focus();
}
