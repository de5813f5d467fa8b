/** An email ready to be handed over. All header values are clean. */
export interface RenderedMail {
  readonly deliveryId: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** BCP 47. */
  readonly language: string;
}
