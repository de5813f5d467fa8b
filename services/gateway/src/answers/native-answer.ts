import type { z } from 'zod';
import type { answerSchemas } from './answer-schemas.ts';

/** Every answer of the REST contract with its native types, by the name of its shape. */
export type NativeAnswers = {
  readonly [Shape in keyof typeof answerSchemas]: z.infer<(typeof answerSchemas)[Shape]>;
};

/** The name of a shape, such as `concealed`. */
export type AnswerShape = keyof NativeAnswers;

/** An answer as a row makes it: its native types, and which shape it has. */
export type NativeAnswer<Shapes extends AnswerShape = AnswerShape> = {
  [Shape in Shapes]: { readonly shape: Shape; readonly body: NativeAnswers[Shape] };
}[Shapes];
