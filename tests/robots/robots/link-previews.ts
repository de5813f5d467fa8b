import type { Robot } from '../robot.ts';

/** As they call themselves, each in its own documentation or its requests. */
const agents = [
  'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com',
  'WhatsApp/2.23.20.0 A',
  'TelegramBot (like TwitterBot)',
  'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
  'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  'Twitterbot/1.0',
  'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0',
  'Mozilla/5.0 (compatible; Google-Apps-Script)',
  'Mattermost-Bot/1.1',
  'Mozilla/5.0 (compatible; Iframely/1.3.1; +https://iframely.com/docs/about)',
];

const picture = /<meta property="og:image" content="([^"]+)"/;

export const linkPreviews: Robot = {
  name: 'link preview agents',
  imitates: `what makes the preview of a link where it was posted: ${agents.length} of them, each asks for the page and its picture`,
  hasHand: false,
  async visit({ url }) {
    for (const agent of agents) {
      const headers = { 'user-agent': agent, accept: 'text/html' };
      await fetch(url, { headers, method: 'HEAD' });
      const answer = await fetch(url, { headers });
      if (!answer.ok) throw new Error(`${agent} was answered ${answer.status}`);
      const [, image] = picture.exec(await answer.text()) ?? [];
      if (image !== undefined) await fetch(new URL(new URL(image, url).pathname, url), { headers });
    }
  },
};
