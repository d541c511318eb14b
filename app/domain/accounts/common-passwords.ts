/** What guessers try first, in lower case; shorter ones are refused for their length already. */
const COMMONEST = new Set(
  `password password1 password2 password3 password12 password123 password1234 password12345 password01 password!
  passw0rd p@ssword p@ssw0rd pa55word passwort passwort1 passwordpassword mypassword mypassword1 yourpassword
  changeme changeme1 changeme123 changethis letmein1 letmein123 letmeinnow welcome1 welcome2 welcome12 welcome123
  welcome1234 welcome! iloveyou iloveyou1 iloveyou2 iloveyou12 iloveyou123 iloveyou! iloveu12 loveyou1 loveyou2
  ilovegod iloveme1 iloveme2 lovelove loveme123 mylove12 mylove123 qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234
  qwerty12345 qwerty123456 qwerty11 qwerty01 qwertyqwerty qwertz123 azertyuiop azerty123 asdfghjk asdfghjkl asdfasdf
  asdf1234 asdfqwer zxcvbnm1 zxcvbnm123 zxcvbnm, qazwsxedc qazwsx123 qazwsx12 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 zaq12wsx
  zaq1zaq1 !qaz2wsx 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 1qaz1qaz qweasdzxc qweasd123
  qwe123qwe qwer1234 qwerasdf qweqweqwe asdasdasd zxczxczxc zxcvzxcv asd123456 qwe12345 abc12345 abc123456 abcd1234
  abcde123 abcdefg1 abcdefgh abcdefghi a1b2c3d4 a1b2c3d4e5 aa123456 a1234567 a12345678 a123456789 aaa11111 q1234567
  q12345678 q123456789 123qweasd 123qwe123 123456abc 12345abc 123456qwerty 1234qwer 12345qwert 12qwaszx 1a2b3c4d
  123abc123 abc123abc 123123qwe 987654321 9876543210 0987654321 87654321 01234567 012345678 0123456789 12345678
  123456789 1234567890 12345678910 1234567891 123456780 123456781 123456788 12345679 1234554321 123454321 123456654321
  1234567a 12345678a 123456789a 123456789q 123456aa 1234567q 12344321 11223344 1122334455 112233445566 11112222
  11111111 111111111 1111111111 22222222 55555555 66666666 77777777 88888888 99999999 00000000 0000000000 12121212
  12312312 123123123 123321123 123456123 123123456 12341234 13131313 10203040 1020304050 147258369 147852369 159357456
  159753456 741852963 789456123 789654123 963852741 321654987 135792468 246813579 314159265 31415926 11235813 20202020
  admin123 admin1234 admin12345 administrator admin@123 adminadmin admin2024 admin2025 rootroot toortoor test1234
  test12345 testtest testing1 testing123 tester123 demo1234 guest123 guestguest user1234 user12345 username default1
  temp1234 secret12 secret123 topsecret master12 master123 masterkey computer computer1 internet internet1 samsung1
  samsung123 nokia123 android1 windows1 windows7 microsoft google123 facebook facebook1 instagram snapchat youtube1
  linkedin myspace1 whatever whatever1 nothing1 something sunshine sunshine1 sunshine12 princess princess1 princess12
  princess123 princesa football football1 football12 football123 baseball baseball1 baseball12 basketball softball
  softball1 swimming volleyball hockey12 soccer12 soccer123 soccer10 superman superman1 superman123 batman12 batman123
  spiderman spiderman1 starwars starwars1 pokemon1 pokemon123 minecraft minecraft1 naruto12 naruto123 dragon12 dragon123
  dragonball monkey12 monkey123 shadow12 shadow123 killer12 killer123 hunter12 hunter123 ranger12 buster12 tigger12
  tigger123 jordan23 jordan123 michael1 michael123 jennifer jennifer1 jessica1 ashley12 ashley123 daniel12 daniel123
  charlie1 charlie123 charlotte anthony1 andrew12 matthew1 nicholas nicole12 nicole123 joshua12 thomas12 thomas123
  robert12 richard1 alexander alexandra alexande alejandro fernando francisco gabriela patricia elizabeth victoria
  victoria1 samantha samantha1 stephanie christian christina christine jonathan benjamin brandon1 william1 madison1
  amanda12 melissa1 michelle michelle1 danielle danielle1 kimberly rebecca1 veronica carolina valentina sebastian
  santiago leonardo giovanni maximus1 mercedes mercedes1 ferrari1 porsche1 mustang1 corvette chevrolet chevelle camaro12
  yamaha12 harley12 kawasaki arsenal1 arsenal123 chelsea1 chelsea123 liverpool liverpool1 manchester barcelona
  barcelona1 realmadrid juventus steelers steelers1 patriots cowboys1 dolphins lakers24 yankees1 yankees2 redsox04
  eagles12 packers1 redskins diamonds diamond1 crystal1 butterfly butterfly1 flowers1 flower12 sunflower beautiful
  beautiful1 gorgeous precious babygirl babygirl1 babyboy1 baby1234 sweetheart sweety12 cutie123 hellokitty hello123
  hello1234 hellohello helloworld goodluck goodbye1 forever1 friends1 friend12 friendship family12 family123 mother12
  father12 brother1 sister12 grandma1 daddy123 mommy123 blessed1 blessing jesus123 jesus777 jesuschrist ilovejesus
  godisgood heavenly trustno1 trustnoone rockstar rockstar1 metallica slipknot linkinpark nirvana1 blink182 greenday
  eminem12 tinkerbell snowball snowflake chocolate chocolate1 cookie12 cookie123 cheesecake strawberry pineapple peanut12
  peanutbutter pepper12 ginger12 banana12 orange12 purple12 purple123 yellow12 silver12 golden12 midnight midnight1
  moonlight starlight rainbow1 summer12 summer123 summer2024 summer2025 winter12 winter123 winter2024 winter2025
  spring2024 spring2025 autumn2024 autumn2025 december november september october1 february1 january1 saturday thursday
  wednesday birthday newyork1 california florida1 colorado scotland brooklyn lasvegas portugal argentina colombia
  pakistan pakistan123 india123 indonesia jamaica1 america1 einstein leonidas warriors champion champion1 thunder1
  lightning hurricane dolphin1 elephant panther1 tiger123 phoenix1 falcon12 maverick marlboro cocacola coca-cola pepsi123
  mountain airborne airplane snickers creative security security1 access14 access123 explorer freedom1 lucky123 lucky777
  money123 money777 business abcabcabc abcd12345 xxxxxxxx zzzzzzzz aaaaaaaa aaaaaaaaa
`.split(/\s+/),
)

const SHORTEST_RUN = 8

/** Whether guessers try this password first: a much used one, one piece over and over, or a run such as 23456789. */
export function isCommonPassword(password: string): boolean {
  return COMMONEST.has(password) || isRepetition(password) || isRun(password)
}

/** `aaaaaaaa`, `abcabcabc`, `12341234`. */
function isRepetition(password: string): boolean {
  return /^(.{1,4})\1+$/u.test(password)
}

function isRun(password: string): boolean {
  if (password.length < SHORTEST_RUN) return false
  const codes = [...password].map((character) => character.charCodeAt(0))
  const step = (codes[1] ?? 0) - (codes[0] ?? 0)
  return Math.abs(step) === 1 && codes.every((code, index) => index === 0 || code - (codes[index - 1] ?? 0) === step)
}
