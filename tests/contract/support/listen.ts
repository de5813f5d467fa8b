import { listenToAnswers } from '../../support/http.ts';
import { mustBePublished } from './published-api.ts';

// Every answer that a contract test gets is held to the published description of the API as well.
listenToAnswers(mustBePublished);
