/**
 * The networks of link scanners that an installation begins with, in the form of an operator's own list. It names only what the
 * vendors say themselves on public pages; most scanners say nothing. People do not browse from these networks.
 *
 * Read on 2026-11-26.
 */
export const scannerList = `# Barracuda Email Gateway Defense
# https://campus.barracuda.com/product/emailgatewaydefense/doc/96023004/ip-analysis-inbound/
209.222.80.0/21

# Proofpoint
# https://proofpoint.my.site.com/support/PPSup_SupportInfo
67.231.144.0/20
208.84.64.0/22
208.86.200.0/22
`;
