/**
 * To whom the secrets belong that visitors send to the support desk: the desk, which is no account. So their events have a
 * tenant like those of an account's secrets, and reach consumers that leave out what belongs to nobody.
 */
export const deskTenant = '0de5c0de-0000-4000-8000-000000000001';
