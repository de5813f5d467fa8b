/** What the page of a link and the gateway agree on about opening it. */

/** How long the button is held, in milliseconds; a click is ten times as short. */
export const holdMilliseconds = 1_200;

/** The header with which the page asks for an intent with its look. */
export const intentHeader = 'O-Intent';
