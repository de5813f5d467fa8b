import { Link as RouterLink } from 'react-router';
import type { LinkProps } from '../ui/link.tsx';

/** Pages of the app's own router change without a load; everything else is a plain link. */
export function AppLink({ href, ...rest }: LinkProps) {
  const isOwnPage = href.startsWith('/') && !href.startsWith('/api/') && !href.startsWith('/secret/');
  return isOwnPage ? <RouterLink to={href} {...rest} /> : <a href={href} {...rest} />;
}
