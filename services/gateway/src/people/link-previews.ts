/**
 * Programs that make the preview of a link where it was posted, by what they call themselves. Whoever borrows such a name
 * is counted as one, and nothing else comes of it.
 */
const PREVIEWS =
  /Slackbot|Slack-ImgProxy|SkypeUriPreview|MicrosoftPreview|Teams(?:Bot|\/)|WhatsApp\/|TelegramBot|Discordbot|facebookexternalhit|Facebot|Twitterbot|LinkedInBot|Pinterest(?:bot)?\/|redditbot|Viber\/|line-poker|Mattermost-Bot|Synapse|Mastodon\/|Bluesky Cardyb|Iframely|Embedly|vkShare|Snap URL Preview|Google-Read-Aloud|GoogleMessages|RocketChat|ZulipURLPreview/i;

const LONGEST = 512;

export function isLinkPreview(userAgent: string | undefined): boolean {
  return userAgent !== undefined && PREVIEWS.test(userAgent.slice(0, LONGEST));
}
