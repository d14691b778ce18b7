extension StopWords {
    /// Language to its words in exact form, separated by spaces.
    static let table: [String: String] = [
        "en": """
        a about above after again all also am an and any are as at be because been before being below between both \
        but by can could did do does doing down during each few for from further had has have having he her here \
        hers him his how i if in into is it its it's me more most my no nor not of off on once only or other our \
        out over own same she should so some such than that the their them then there these they this those \
        through to too under until up very was we were what when where which while who whom why will with would \
        you your
        """,
        "de": """
        aber als am an auch auf aus bei bin bis bist da dann das dass dein dem den der des dich die dies diese \
        diesem diesen dieser dieses dir doch du durch ein eine einem einen einer eines er es euch euer für hab \
        habe haben hat hatte ich ihm ihn ihr ihre im in ins ist ja kann kein keine mein meine mich mir mit nach \
        nicht noch nur ob oder ohne sein seine sich sie sind so um und uns unser unter vom von vor war waren was \
        weil wenn wer wie wir wird wurde zu zum zur über
        """,
        "fr": """
        à ai au aux avec avez avons c'est ce ces cet cette d dans de des du elle elles en es est et eu il ils j je \
        l la le les leur leurs lui ma mais me même mes moi mon n ne nos notre nous on ont ou où par pas pour qu \
        que qui sa sans se ses si son sont sur ta te tes toi ton tu un une vos votre vous y été être
        """,
        "es": """
        a al algo ante como con de del desde donde el él ella ellas ellos en entre era es esa ese eso esta está \
        están este esto fue ha han hasta hay la las le les lo los más me mi mis muy ni no nos o para pero por \
        porque que qué se ser si sí sin sobre son su sus también te tu tú un una uno y ya yo
        """,
        "it": """
        a ad ai al alla alle anche c che chi ci come con cui d da dal dalla dei del della delle dello di e è ed \
        era gli ha hai hanno ho i il in io l la le lei lo loro lui ma mi mia mio ne nei nel nella no noi non o per \
        più quale questa questo se sei si sia sono sua sul sulla suo ti tra tu un una uno vi voi
        """,
        "pt": """
        a à ao aos as às até com como da das de dela dele do dos e é ela elas ele eles em entre era essa esse esta \
        está este eu foi há isso isto já lhe mais mas me meu minha muito na não nas nem no nos nós o os ou para \
        pela pelo por qual quando que quem se sem ser seu sua são só também te tem um uma você
        """,
        "nl": """
        aan al als bij dan dat de der deze die dit doch door dus een en er ge geen haar had heb hebben heeft hem \
        het hier hij hoe hun ik in is ja je kan maar me mee men met mij mijn na naar niet nog nu of om omdat onder \
        ons ook op over te tot u uit van veel voor want waren was wat we wel werd wie wij wordt zal ze zich zij \
        zijn zo
        """,
        "sv": """
        alla att av blev bli blir de dem den denna deras dess det detta dig din du där efter ej eller en er ett \
        från för ha hade han hans har hon hur här i icke inte jag kan man med mig min mot mycket ni nu när någon \
        och om oss på sig sin ska som så till under upp ut vad var vi vid vilken är
        """,
        "da": """
        ad af alle at blev bliver da de dem den denne der deres det dette dig din dog du efter eller en er et for \
        fra ham han hans har havde hende her hun hvad hvis hvor i ikke ind jeg kan man med meget men mig min mod \
        ned noget nu når og også om op os over på sig sin skal som til ud under var vi vil være
        """,
        "no": """
        alle at av både da de dem den denne der deres det dette du eg ei eller en er et etter for fra før ha hadde \
        han har henne her hun hva hvem hvis hvor i ikke inn ja jeg kan man med meg men min mot mye ned noe nå når \
        og også om opp oss over på seg sin skal som til ut var ved vi vil være
        """,
        "fi": """
        ei eivät että he hän ja joka jos kanssa kuin kun me minä mitä mukaan mutta myös ne niin nyt oli olla on \
        ovat se sekä sen siinä sinä tai tämä te että vaan vain voi
        """,
        "hu": """
        a az de egy el és ez hogy ha is itt már meg mi most nem ő ön ott pedig volt vagy van
        """,
        "ro": """
        a ai al am ar are au că ce cu da de din după e ea ei el este eu fi fost în la le lui mai nu o pe pentru \
        prin sau se sunt și un una
        """,
        "ca": """
        a al als amb aquest aquesta ara com de del dels el els en entre era és està ha han hi i la les li més no o \
        on per però que què se si són un una
        """,
        "tr": """
        ama bir bu çok da daha de en gibi için ile ise ki mi mı mu mü ne o olan olarak şu ve veya ya
        """,
        "pl": """
        a aby ale bo być był było co czy dla do go i ich jak jako jego jej jest już lub ma mnie może na nie o od \
        oraz po pod przez przy się są ta tak tam te tego ten to tu tym w we z za ze że
        """,
        "cs": """
        a aby ale ani až být byl bylo co do ho i jak jako je jeho již k který na nad ne nebo o od po pod pro při s \
        se si tak ten to u v ve z za že
        """,
        "ru": """
        а без был была были было быть в вам вас весь во вот все всё вы где да даже для до его ее её если есть ещё \
        же за и из или им их к как когда кто ли мне мы на над нас не нет ни но ну о об он она они оно от по под \
        при с со так там тебя то того тоже только ты у уже чем что чтобы это этот я
        """,
        "uk": """
        а але бо був була були було в ви від він вона вони для до є за з і із й його його її їх як який коли ми на \
        не ні та так там те ти то у це цей що щоб я
        """,
        "el": """
        αλλά αν από για δεν είναι η ή θα και με μου να ο οι όταν που σε στη στην στο στον τα τη την της τι το τον \
        του των ως
        """,
        "ar": """
        أن أو أي إلى إن التي الذي الى ان او عن على في كان كل لا لم ما مع من هذا هذه هل هو هي و ولا
        """,
        "he": """
        אבל אין אל אם אני את הוא היא הם זה זאת יש כי כל לא מה מי עד על עם של
        """,
        "hi": """
        और एक का कि की के को था थी थे पर में यह वह से है हैं हो ने भी
        """,
    ]
}
