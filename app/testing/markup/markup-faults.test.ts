import { expect, test } from "vitest"
import { markupFaults } from "./markup-faults"

const faultsIn = (body: string) => markupFaults(`<!DOCTYPE html><html><body>${body}</body></html>`)
const form = (inside: string) =>
  faultsIn(`<form method="post"><input type="hidden" name="sent" value="yes"/>${inside}</form>`)

test.each([
  ["a button with an address of its own", form('<button formaction="/away">Go</button>'), "has its own address"],
  [
    "a field outside of its form",
    faultsIn('<form id="a"></form><label>B <input name="b" form="a"/></label>'),
    "is outside of its form",
  ],
  ["a form that only has a button", faultsIn('<form method="post"><button>Go</button></form>'), "sends nothing"],
  [
    "a form that only has a checkbox",
    faultsIn('<form method="post"><input type="checkbox" name="a" value="1"/></form>'),
    "sends nothing",
  ],
  [
    "a form without a token",
    faultsIn('<form method="post"><label>A <input name="a"/></label></form>'),
    "does not begin with its token",
  ],
  ["a named button without a value", form('<button name="go">Go</button>'), "has a name and no value"],
  ["a button whose value is an id", form('<button name="go" value="6b0a04f86b0a04f86b0a04f8">Go</button>'), "no word"],
  ["a button whose value is a code word", form('<button name="go" value="checkout">Go</button>'), "no word"],
  ["a link that is only an icon", faultsIn('<a href="/"><svg><path/></svg></a>'), "has no text"],
  ["a hidden submit button", form('<button class="visually-hidden">Go</button>'), "is a hidden button"],
  ["a hidden text field", form('<label>A <input type="text" name="a" hidden=""/></label>'), "is a hidden field"],
  ["hidden text", faultsIn('<div hidden=""><p>Nothing to pack</p></div>'), "is hidden text"],
  ["a closed dialog", faultsIn("<dialog><p>Sure?</p></dialog>"), "is shown as text"],
  ["a template", faultsIn("<template><p>Row</p></template>"), "is shown as text"],
  ["a field that only a screen reader names", form('<input name="a" aria-label="Name"/>'), "has no label"],
  ["radio buttons of which none is chosen", form('<input type="radio" name="a" value="1"/>'), "has no first choice"],
  ["a picture in its own address", faultsIn('<img src="data:image/webp;base64,AA" alt=""/>'), "is a picture in its"],
  [
    "a menu that is sent twice",
    faultsIn('<ul><li><a href="/">A</a></li><li><a href="/b">B</a></li></ul>'.repeat(2)),
    "is sent twice",
  ],
  [
    "words that only a stylesheet keeps apart",
    faultsIn("<p><span>Red bowl</span><span>$45.00</span></p>"),
    "joined words",
  ],
  ["a picture against a word", faultsIn('<a href="/"><img src="/a.png" alt=""/>Red bowl</a>'), "joined words"],
  [
    "a box against its words",
    form('<label><input type="checkbox" name="a" value="1"/>Kitchen</label>'),
    "joined words",
  ],
  ["a box without a value", form('<label><input type="checkbox" name="a"/> Ship</label>'), "is a box without a value"],
  ["a title of a drawing", faultsIn("<svg><title>Income</title></svg>"), "is a drawing's title"],
  ["parts of a disclosure", faultsIn("<details><summary>Menu</summary>Home</details>"), "joined words"],
  ["neighbouring sections", faultsIn("<section>Bowls</section><section>Mugs</section>"), "joined words"],
])("%s is a fault", (_, faults, words) => {
  expect(faults).toEqual([expect.stringContaining(words)])
})

test.each([
  "<p>Red <b>bowl</b>, $45.00</p>",
  "<p>Red<!-- --> <!-- -->bowl</p>",
  "<div>Ada Müller</div><div>12 High Street</div>",
  '<a href="/"><img src="/logo.png" alt="Home"/></a>',
  '<form method="get"><label for="a">A</label> <input id="a" name="a"/> <button name="go" value="Go">Go</button></form>',
])("%s is none", (body) => {
  expect(faultsIn(body)).toEqual([])
})
