import { Gauge, Globe, LayoutDashboard, type LucideIcon, MessageSquare, ScrollText, Server, Users } from 'lucide-react';
import type colonelTexts from '../../i18n/locales/en/colonel.json';
import { paths } from '../../site/paths.ts';

/** A part of the administration, as the rail lists it. */
export interface ColonelSection {
  /** Key of its name in the `colonel` bundle, under `frame.sections`. */
  readonly name: keyof (typeof colonelTexts)['frame']['sections'];
  readonly href: string;
  readonly icon: LucideIcon;
}

/** What the rail lists, in this order. A page is added here, in the table of addresses and in the table of pages. */
export const colonelSections: readonly ColonelSection[] = [
  { name: 'overview', href: paths.colonel, icon: LayoutDashboard },
  { name: 'customers', href: paths.colonelCustomers, icon: Users },
  { name: 'domains', href: paths.colonelDomains, icon: Globe },
  { name: 'audit', href: paths.colonelAudit, icon: ScrollText },
  { name: 'feedback', href: paths.colonelFeedback, icon: MessageSquare },
  { name: 'limits', href: paths.colonelLimits, icon: Gauge },
  { name: 'system', href: paths.colonelSystem, icon: Server },
];

/** The section that a page belongs to: the longest address that its own begins with. */
export function sectionAt(pathname: string): ColonelSection | undefined {
  const holds = ({ href }: ColonelSection) => pathname === href || pathname.startsWith(`${href}/`);
  return colonelSections.filter(holds).toSorted((one, other) => other.href.length - one.href.length)[0];
}
