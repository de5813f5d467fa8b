import { type SearchPart, search } from './search.ts';

addEventListener('message', (event: MessageEvent<SearchPart>) => {
  void search(event.data).then((number) => postMessage(number));
});
