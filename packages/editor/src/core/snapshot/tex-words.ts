// A formula as it is heard: TeX with signs that readers have names for in the place of its commands. What is not known stays, without its
// backslash.

const SIGNS: Readonly<Record<string, string>> = {
  ...{ alpha: 'α', beta: 'β', gamma: 'γ', delta: 'δ', epsilon: 'ε', varepsilon: 'ε', zeta: 'ζ', eta: 'η', theta: 'θ' },
  ...{ vartheta: 'ϑ', iota: 'ι', kappa: 'κ', lambda: 'λ', mu: 'μ', nu: 'ν', xi: 'ξ', pi: 'π', rho: 'ρ', sigma: 'σ' },
  ...{ tau: 'τ', upsilon: 'υ', phi: 'φ', varphi: 'φ', chi: 'χ', psi: 'ψ', omega: 'ω', Gamma: 'Γ', Delta: 'Δ' },
  ...{ Theta: 'Θ', Lambda: 'Λ', Xi: 'Ξ', Pi: 'Π', Sigma: 'Σ', Upsilon: 'Υ', Phi: 'Φ', Psi: 'Ψ', Omega: 'Ω' },
  ...{ cdot: ' · ', times: ' × ', div: ' ÷ ', pm: ' ± ', mp: ' ∓ ', ast: ' * ', circ: ' ∘ ', setminus: ' ∖ ' },
  ...{ le: ' ≤ ', leq: ' ≤ ', ge: ' ≥ ', geq: ' ≥ ', ne: ' ≠ ', neq: ' ≠ ', approx: ' ≈ ', equiv: ' ≡ ', sim: ' ∼ ' },
  ...{ lt: ' < ', gt: ' > ', ll: ' ≪ ', gg: ' ≫ ', propto: ' ∝ ', to: ' → ', rightarrow: ' → ', leftarrow: ' ← ' },
  ...{ Rightarrow: ' ⇒ ', Leftarrow: ' ⇐ ', Leftrightarrow: ' ⇔ ', iff: ' ⇔ ', implies: ' ⇒ ', mapsto: ' ↦ ' },
  ...{
    in: ' ∈ ',
    notin: ' ∉ ',
    subset: ' ⊂ ',
    subseteq: ' ⊆ ',
    supset: ' ⊃ ',
    supseteq: ' ⊇ ',
    cup: ' ∪ ',
    cap: ' ∩ ',
  },
  ...{ land: ' ∧ ', wedge: ' ∧ ', lor: ' ∨ ', vee: ' ∨ ', neg: '¬', lnot: '¬', forall: '∀ ', exists: '∃ ' },
  ...{ sum: '∑', prod: '∏', int: '∫', oint: '∮', partial: '∂', nabla: '∇', infty: '∞', emptyset: '∅', ell: 'ℓ' },
  ...{ ldots: '…', cdots: '…', dots: '…', prime: '′', degree: '°', mid: ' | ', vert: '|', hbar: 'ħ', perp: ' ⊥ ' },
  ...{ langle: '⟨', rangle: '⟩', lfloor: '⌊', rfloor: '⌋', lceil: '⌈', rceil: '⌉', quad: ' ', qquad: ' ' },
};
const NOTHING = new Set('left right big Big bigg Bigg limits displaystyle textstyle !'.split(' '));
const FRACTIONS = new Set(['frac', 'dfrac', 'tfrac']);
/** What is in their braces stands there as it is written. */
const WORDS = new Set('text mathrm mathbf mathit mathsf mathbb mathcal textbf textit operatorname mbox'.split(' '));
const ENVIRONMENT = new Set(['begin', 'end']);
const SPACED = new Set('=+<>');
const RAISED = ['0123456789+-=()ni', '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱ'] as const;
const LOWERED = ['0123456789+-=()', '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎'] as const;
const ROOTS: Readonly<Record<string, string>> = { '': '√', 2: '√', 3: '∛', 4: '∜' };
const DEEPEST = 30;

/** The formula in signs that are read aloud. */
export function texWords(source: string): string {
  const tex = new Tex(source);
  let words = '';
  while (!tex.isAtEnd) words += tex.rest(0);
  return words.replace(/\s+/g, ' ').trim();
}

class Tex {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#source.length;
  }

  /** Everything up to the brace that closes, which is read too. */
  rest(depth: number): string {
    let words = '';
    while (!this.isAtEnd) {
      if (this.#source[this.#at] === '}') {
        this.#at++;
        break;
      }
      words += this.#next(depth);
    }
    return words;
  }

  /** The next sign, command or group. */
  #next(depth: number): string {
    const sign = this.#source[this.#at++] ?? '';
    if (depth > DEEPEST) return sign;
    if (sign === '{') return this.rest(depth + 1);
    if (sign === '\\') return this.#command(depth + 1);
    if (sign === '^') return placed(this.#argument(depth + 1), RAISED, '^');
    if (sign === '_') return placed(this.#argument(depth + 1), LOWERED, '_');
    if (sign === '&' || sign === '~') return ' ';
    // TeX sets its own spaces.
    if (/\s/.test(sign)) return '';
    return SPACED.has(sign) ? ` ${sign} ` : sign;
  }

  #command(depth: number): string {
    const name = /[a-zA-Z]+|[^]?/y;
    name.lastIndex = this.#at;
    const command = name.exec(this.#source)?.[0] ?? '';
    this.#at += command.length;
    if (FRACTIONS.has(command)) {
      const above = grouped(this.#argument(depth).trim());
      return `${above}/${grouped(this.#argument(depth).trim())}`;
    }
    if (command === 'sqrt') return this.#root(depth);
    if (WORDS.has(command)) return this.#written();
    if (ENVIRONMENT.has(command)) return this.#written() === '' ? '' : ' ';
    if (command === '\\') return '; ';
    if (NOTHING.has(command)) return '';
    if (/^[a-zA-Z]/.test(command)) return SIGNS[command] ?? ` ${command} `;
    return /[,;: ]/.test(command) ? ' ' : command;
  }

  #argument(depth: number): string {
    while (/\s/.test(this.#source[this.#at] ?? '')) this.#at++;
    return this.isAtEnd ? '' : this.#next(depth);
  }

  #root(depth: number): string {
    const end = this.#source[this.#at] === '[' ? this.#source.indexOf(']', this.#at) : -1;
    const order = end < 0 ? '' : this.#source.slice(this.#at + 1, end);
    if (end >= 0) this.#at = end + 1;
    return `${ROOTS[order] ?? `${order}√`}${grouped(this.#argument(depth).trim())}`;
  }

  /** The words in the braces that follow. */
  #written(): string {
    const end = this.#source[this.#at] === '{' ? this.#source.indexOf('}', this.#at) : -1;
    if (end < 0) return '';
    const words = this.#source.slice(this.#at + 1, end);
    this.#at = end + 1;
    return words;
  }
}

/** In parentheses, unless it is one number or letter. */
function grouped(words: string): string {
  return /^(?:\p{L}|[\p{N}.]+)?[\u2070-\u209C²³¹]*$/u.test(words) ? words : `(${words})`;
}

function placed(words: string, [plain, there]: readonly [string, string], mark: string): string {
  const bare = words.replaceAll(' ', '');
  if (bare === '∘') return '°';
  if (/^′+$/.test(bare)) return bare;
  const signs = Array.from(bare, (sign) => there[plain.indexOf(sign)]);
  return bare !== '' && Array.from(bare).every((sign) => plain.includes(sign))
    ? signs.join('')
    : `${mark}${grouped(words.trim())}`;
}
