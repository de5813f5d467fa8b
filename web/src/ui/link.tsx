import { type AnchorHTMLAttributes, type ComponentType, createContext, useContext } from 'react';

export interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  readonly href: string;
}

function PlainLink(props: LinkProps) {
  return <a {...props} />;
}

/** How links to our own pages work: a full page load, or the router where there is one. */
export const LinkComponent = createContext<ComponentType<LinkProps>>(PlainLink);

export function Link(props: LinkProps) {
  const Component = useContext(LinkComponent);
  return <Component {...props} />;
}

export function TextLink(props: LinkProps) {
  return <Link {...props} className="link" />;
}

export function ButtonLink({
  look = 'quiet',
  className = '',
  ...rest
}: LinkProps & { readonly look?: 'quiet' | 'primary' | 'text-danger' }) {
  return <Link {...rest} className={`btn btn-${look} ${className}`} />;
}
