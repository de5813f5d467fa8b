import { expect, test } from 'vitest';
import { isLinkPreview } from './link-previews.ts';

test.each([
  'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com',
  'WhatsApp/2.23.20.0 A',
  'TelegramBot (like TwitterBot)',
  'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
  'facebookexternalhit/1.1 Facebot Twitterbot/1.0',
  'LinkedInBot/1.0 (compatible; Mozilla/5.0)',
  'Mastodon/4.3.0 (http.rb/5.2.0; +https://mastodon.example/)',
])('%s makes a preview', (agent) => expect(isLinkPreview(agent)).toBe(true));

test.each([
  undefined,
  '',
  'curl/8.5.0',
  'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36 Teams-Android',
  `${'x'.repeat(600)} Slackbot`,
])('%s does not', (agent) => expect(isLinkPreview(agent)).toBe(false));
